<?php
/**
 * The parts of the page.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * One method for each state.
 */
final class Views {

	/**
	 * @param string $state Of Page.
	 */
	public static function show( string $state ): void {
		call_user_func( array( self::class, $state ) );
	}

	/** WooCommerce is off. */
	private static function woocommerce(): void {
		self::card_start( __( 'WooCommerce is switched off', 'service-connector' ) );
		self::text( __( 'This plugin links a shop of WooCommerce. Switch WooCommerce on, and come back.', 'service-connector' ) );
		self::card_end();
	}

	/** No address of a service is known. */
	private static function service(): void {
		self::card_start( __( 'Which service?', 'service-connector' ) );
		self::text( __( 'Enter the address of the service that links your shop. The system that you want to connect shows it.', 'service-connector' ) );
		echo '<form class="sc-form" data-do="set_service"><label for="sc-address">' . esc_html__( 'Address of the service', 'service-connector' ) . '</label>';
		echo '<input type="text" inputmode="url" id="sc-address" name="address" class="regular-text" placeholder="https://" required maxlength="300" spellcheck="false" autocomplete="off">';
		self::button( __( 'Continue', 'service-connector' ), true );
		echo '</form>';
		self::card_end();
	}

	/** Both handshakes. */
	private static function connect(): void {
		self::text( __( 'Link your shop with the system that you want to connect. Customers, orders and products then stay in step. The shop gives read access only.', 'service-connector' ), 'sc-lead' );
		echo '<div class="sc-columns">';
		self::card_start( __( 'I have a token', 'service-connector' ) );
		self::text( __( 'Generate a connection token in the other system and paste it here.', 'service-connector' ) );
		echo '<form class="sc-form" data-do="connect"><label for="sc-token">' . esc_html__( 'Connection token', 'service-connector' ) . '</label>';
		echo '<input type="text" id="sc-token" name="token" class="regular-text code" placeholder="scc_…" required maxlength="200" spellcheck="false" autocomplete="off">';
		self::button( __( 'Connect', 'service-connector' ), true );
		echo '</form>';
		self::card_end();
		self::card_start( __( 'I have no token', 'service-connector' ) );
		self::text( __( 'Get a connection token here and paste it into the other system.', 'service-connector' ) );
		echo '<form class="sc-form" data-do="connect">';
		self::button( __( 'Get a token', 'service-connector' ), false );
		echo '</form>';
		self::card_end();
		echo '</div>';
		if ( '' === Service::preset() ) {
			/* translators: %s: address of the service. */
			self::text( sprintf( __( 'Service: %s', 'service-connector' ), Service::address() ), 'description' );
			echo '<details class="sc-details"><summary>' . esc_html__( 'Another service', 'service-connector' ) . '</summary>';
			self::service();
			echo '</details>';
		}
	}

	/** The plugin has started, and the other system has not finished. */
	private static function pending(): void {
		$link = Link::get();
		self::card_start( __( 'Paste this token into the other system', 'service-connector' ) );
		echo '<div class="sc-token"><input type="text" readonly class="code" id="sc-shown-token" aria-label="' . esc_attr__( 'Connection token', 'service-connector' ) . '" value="' . esc_attr( $link['connection_token'] ) . '">';
		echo '<button type="button" class="button button-primary sc-copy">' . esc_html__( 'Copy', 'service-connector' ) . '</button></div>';
		echo '<p class="description sc-expiry"></p>';
		self::text( __( 'It works once. This page continues by itself as soon as the other system has accepted it.', 'service-connector' ) );
		echo '<p class="sc-actions">';
		self::action( 'cancel', __( 'Start over', 'service-connector' ) );
		echo '</p>';
		self::card_end();
	}

	/** Status, settings and what the plugin itself does. */
	private static function linked(): void {
		echo '<div class="sc-card sc-status"><p><span class="sc-badge" data-status="">…</span> <span class="sc-synced"></span></p><ul class="sc-facts" hidden></ul></div>';
		echo '<div class="sc-card sc-settings"><service-config heading-level="2"></service-config>';
		echo '<p class="sc-settings-missing" hidden>' . esc_html__( 'The settings could not be loaded from the service. Reload this page in a minute.', 'service-connector' ) . '</p></div>';
	}

	/** This shop is a copy of the one that was linked. */
	private static function copy(): void {
		$link = Link::get();
		self::card_start( __( 'This looks like a copy of your shop', 'service-connector' ) );
		if ( 'staging' === Link::copy_of( $link ) ) {
			/* translators: %s: kind of environment, such as staging. */
			self::text( sprintf( __( 'This site says that it is not your live shop (environment: %s). Nothing is sent from here, and the link of the live shop is not touched.', 'service-connector' ), wp_get_environment_type() ) );
		} else {
			/* translators: 1: address at linking, 2: address now. */
			self::text( sprintf( __( 'The shop was linked as %1$s, and this is %2$s. Nothing is sent from here, and the link of the other shop is not touched.', 'service-connector' ), $link['shop'], Link::shop_address() ) );
		}
		echo '<p class="sc-actions">';
		// No company has claimed a pending link: the owner links again.
		if ( 'copied' === Link::copy_of( $link ) && ! empty( $link['is_active'] ) ) {
			self::action( 'move', __( 'This shop has moved', 'service-connector' ), 'sure_moved' );
		}
		self::action( 'as_new_shop', __( 'Link as a new shop', 'service-connector' ), 'sure_new' );
		echo '</p>';
		self::text( __( 'If this is a test copy, do nothing: it stays silent.', 'service-connector' ), 'description' );
		self::card_end();
	}

	/** The service does not know the link any more. */
	private static function ended(): void {
		self::card_start( __( 'The link has ended', 'service-connector' ) );
		self::text( __( 'The link of this shop was removed in the connected system, or it was not finished in time. The service’s key and webhooks are gone from this shop.', 'service-connector' ) );
		echo '<p class="sc-actions">';
		self::action( 'start_again', __( 'Link the shop again', 'service-connector' ) );
		echo '</p>';
		self::card_end();
	}

	/** @param string $title Of the card. */
	private static function card_start( string $title ): void {
		echo '<div class="sc-card"><h2>' . esc_html( $title ) . '</h2>';
	}

	/** As above. */
	private static function card_end(): void {
		echo '</div>';
	}

	/**
	 * @param string $text    Of a paragraph.
	 * @param string $classes Of it.
	 */
	private static function text( string $text, string $classes = '' ): void {
		echo '<p class="' . esc_attr( $classes ) . '">' . esc_html( $text ) . '</p>';
	}

	/**
	 * @param string $label      Of a button that submits its form.
	 * @param bool   $is_primary Whether it is the main one.
	 */
	private static function button( string $label, bool $is_primary ): void {
		echo '<button type="submit" class="button ' . esc_attr( $is_primary ? 'button-primary' : '' ) . '">' . esc_html( $label ) . '</button>';
	}

	/**
	 * @param string $name     Of Actions.
	 * @param string $label    Of its button.
	 * @param string $question Of Texts, asked first; empty: none.
	 */
	private static function action( string $name, string $label, string $question = '' ): void {
		echo '<button type="button" class="button" data-action="' . esc_attr( $name ) . '" data-question="' . esc_attr( $question ) . '">' . esc_html( $label ) . '</button> ';
	}
}
